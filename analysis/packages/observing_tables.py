"""Whether the Parquet tables of a package are those of the codebook, before a report is computed from them."""

import polars as pl

from analysis.packages.checking import CheckedPackage, refuse
from analysis.packages.observing_visits import Tables
from analysis.packages.spooling import PLACES
from analysis.packages.tables import BY_NAME


def check_tables(package: CheckedPackage, tables: Tables) -> None:
    """Raise InvalidPayload where a table has other columns or rows, or leaves out a judgement that is not there."""
    for name, scanned in tables.items():
        check_table(package, name, scanned)
    judged = tables["judgements"].select("judgement")
    strange = tables["exclusions"].select("judgement").join(judged, on="judgement", how="anti").collect()
    if len(strange):
        number = repr(strange.item(0, 0))
        refuse(package.path, "judgement", number, "it is left out, and the table judgements has none of this number")


def check_table(package: CheckedPackage, name: str, scanned: pl.LazyFrame) -> None:
    """Raise InvalidPayload where one table is not as the codebook and the manifest have it."""
    member, asked = PLACES["parquet"].format(name), BY_NAME[name].store([]).schema
    try:
        found, rows = scanned.collect_schema(), scanned.select(pl.len()).collect().item()
    except pl.exceptions.PolarsError as error:
        refuse(package.path, member, "damaged", f"it is no Parquet file that can be read ({error})".splitlines()[0])
    if list(found.items()) != list(asked.items()):
        odd = next((column for column in asked if found.get(column) != asked[column]), "order of columns")
        refuse(package.path, f"{member}: {odd}", repr(found.get(odd)), "its columns should be those of the codebook")
    told = package.manifest["rows"].get(name)
    if rows != told:
        refuse(package.path, member, f"{rows:,} rows long", f"the manifest says {told}")
