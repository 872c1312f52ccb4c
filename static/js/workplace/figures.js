/* Draws figures in the page, so that they tell their values, once they come near; the server's picture stays for print. */

const NEAR = "300px";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const holder = document.querySelector("[data-program]");
let program = null;

function loadProgram() {
  program ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = holder.dataset.program;
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error("The program that draws figures did not load.")));
    document.head.append(script);
  });
  return program;
}

async function draw(figure) {
  const [answer] = await Promise.all([fetch(figure.dataset.spec), loadProgram()]);
  if (!answer.ok) return;
  const specs = await answer.json();
  const drawn = document.createElement("div");
  drawn.className = "drawn";
  drawn.role = "img";
  drawn.setAttribute("aria-label", figure.querySelector("img").alt);
  figure.prepend(drawn);
  const redraw = async () => {
    await window.vegaEmbed(drawn, specs[dark.matches ? "dark" : "light"], {
      ast: true,
      actions: false,
      defaultStyle: false,
      renderer: "svg",
      tooltip: { disableDefaultStyle: true },
    });
    drawn.querySelector("svg").setAttribute("aria-hidden", "true"); // its words are on what holds it
    figure.classList.add("is-drawn");
  };
  dark.addEventListener("change", redraw);
  await redraw();
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      watcher.unobserve(entry.target);
      draw(entry.target).catch(() => {}); // the picture stays
    }
  },
  { rootMargin: NEAR },
);

if (holder) for (const figure of holder.querySelectorAll("[data-spec]")) watcher.observe(figure);
