"""What a token may be used for: a closed list, of which each token has some."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TokenScope(models.TextChoices):
    """Each gives one kind of deed; none gives more than the account of the token may do by itself."""

    READ_STUDIES = "studies:read", _("Read studies, collections and their results")
    READ_POOLS = "pools:read", _("Read stimuli, responses and AI agents")
    READ_JUDGEMENTS = "judgements:read", _("Read judgements")
    READ_EVALUATIONS = "evaluations:read", _("Read evaluations of AI judges")
    READ_EXPORTS = "exports:read", _("Read data packages")
    WRITE_POOLS = "pools:write", _("Send stimuli and responses")
    WRITE_JUDGEMENTS = "judgements:write", _("Send judgements that were made elsewhere")
    WRITE_EVALUATIONS = "evaluations:write", _("Ask for evaluations of AI judges")
    WRITE_EXPORTS = "exports:write", _("Ask for data packages")
