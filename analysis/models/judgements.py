"""Files from which judgements of a study came."""

from django.db import models


class JudgementFile(models.Model):
    """That judgements of a study came from this file; a study that has one was loaded and never admitted anybody."""

    study = models.ForeignKey("judging.Study", on_delete=models.CASCADE, related_name="judgement_files")
    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    loaded_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "sha256"), name="judgement_file_once_per_study"),)

    def __str__(self) -> str:
        return f"{self.name} of {self.study_id}"
