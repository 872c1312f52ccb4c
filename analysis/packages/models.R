# Mixed models of the judgements of this package: judges and stimuli are both crossed samples.
# Run in the unpacked folder: Rscript scripts/models.R. It needs the packages lme4 and jsonlite.

library(jsonlite)
library(lme4)

read_table <- function(name) stream_in(file(paste0("jsonl/", name, ".jsonl")), verbose = FALSE)

rows <- read_table("judgements")
rows <- rows[rows$counts, ]
rows$right <- as.integer(rows$verdict == rows$origin)
rows$said_human <- as.integer(rows$verdict == "human")

# How far "human" is said more often of humans than of machines.
by_origin <- glmer(said_human ~ origin + (1 | judge) + (1 | stimulus_number), data = rows, family = binomial)
print(summary(by_origin))

# Each AI agent beside all humans, who are the reference.
rows$agent[rows$origin == "human"] <- "human"
rows$agent <- relevel(factor(rows$agent), ref = "human")
by_agent <- glmer(said_human ~ agent + (1 | judge) + (1 | stimulus_number), data = rows, family = binomial)
print(summary(by_agent))

# Whether verdicts are right more often later in the visit, per ten trials.
by_position <- glmer(right ~ I(position / 10) + (1 | judge) + (1 | stimulus_number), data = rows, family = binomial)
print(summary(by_position))
