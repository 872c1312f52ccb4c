/* Wide tables scroll in a frame of their own: it can be reached and moved by keyboard. */
document$.subscribe(() => {
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap")) frame.tabIndex = 0;
});
