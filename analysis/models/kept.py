"""Results of large studies and collections, as the worker has measured them."""

from django.db import models


class Kept(models.Model):
    """Results as they were measured last, for pages to show at once."""

    is_screened = models.BooleanField()
    mark = models.CharField(max_length=40, blank=True, help_text="of what was measured; empty before the first time")
    document = models.JSONField(default=dict)
    made_at = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0, help_text="that measuring took")
    wanted = models.CharField(max_length=40, help_text="the mark at the last look")
    wanted_at = models.DateTimeField(help_text="when somebody looked last")
    taken_until = models.DateTimeField(null=True, help_text="while a worker measures")

    class Meta:
        abstract = True


class KeptResults(Kept):
    """Those of a large study."""

    study = models.ForeignKey("judging.Study", on_delete=models.CASCADE, related_name="kept_results")
    version = models.PositiveIntegerField(default=0, help_text="of the protocol; 0 for all")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "version", "is_screened"), name="kept_once_per_scope"),)
        verbose_name_plural = "kept results"

    def __str__(self) -> str:
        return f"results of {self.study_id}"


class KeptCollectionResults(Kept):
    """Those of a collection of many judgements."""

    collection = models.ForeignKey("judging.Collection", on_delete=models.CASCADE, related_name="kept_results")
    facet = models.CharField(max_length=200, blank=True, help_text="by which the tables are split; empty for all")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("collection", "facet", "is_screened"), name="kept_once_per_facet"),
        )
        verbose_name_plural = "kept results of collections"

    def __str__(self) -> str:
        return f"results of collection {self.collection_id}"
