// planwright report: search and the choice of light or dark. Everything else works without it.
"use strict";

const input = document.getElementById("search");
const list = document.getElementById("found");
const count = document.getElementById("found-count");
const theme = document.getElementById("theme");
const MOST = 30;

function find() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = words.length === 0 ? [] : PLANWRIGHT_SEARCH.filter((entry) => words.every((word) => entry.words.includes(word)));
  list.replaceChildren(
    ...all.slice(0, MOST).map((entry) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = entry.href;
      link.dir = "auto";
      link.textContent = entry.title === entry.page ? entry.page : `${entry.page}: ${entry.title}`;
      item.append(link);
      return item;
    }),
  );
  list.hidden = all.length === 0;
  count.textContent = words.length === 0 ? "" : `${all.length} found`;
}

function move(step) {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement) + step;
  (links[at] ?? input).focus();
}

input.addEventListener("input", find);
document.addEventListener("keydown", (event) => {
  const inside = event.target === input || list.contains(event.target);
  if (event.key === "/" && !inside && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) {
    event.preventDefault();
    input.focus();
  } else if (inside && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (inside && event.key === "Escape") {
    input.value = "";
    find();
    input.focus();
  }
});

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function choose(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  theme.setAttribute("aria-pressed", String(dark));
}

theme.setAttribute("aria-pressed", String(isDark()));

theme.addEventListener("click", () => {
  choose(!isDark());
  try {
    localStorage.setItem("planwright-theme", document.documentElement.dataset.theme);
  } catch {
    // A page that is opened as a file may have no storage.
  }
});
try {
  const kept = localStorage.getItem("planwright-theme");
  if (kept) choose(kept === "dark");
} catch {
  // As above.
}
