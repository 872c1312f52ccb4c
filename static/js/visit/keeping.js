/* Keeps small texts for this window: in its session storage, and in memory where a browser blocks that in frames. */

const memory = new Map();

function findStorage() {
  try {
    return window.sessionStorage;
  } catch {
    return null; // a frame of another site, with third-party storage blocked
  }
}

const storage = findStorage();

export function keep(name, text) {
  memory.set(name, text);
  try {
    storage?.setItem(name, text);
  } catch {
    // The storage is full; memory has it.
  }
}

export function recall(name) {
  return memory.get(name) ?? storage?.getItem(name) ?? null;
}

export function forget(name) {
  memory.delete(name);
  storage?.removeItem(name);
}

/** The names of all kept texts that begin so. */
export function listKept(prefix) {
  const names = [...memory.keys(), ...(storage ? Object.keys(storage) : [])];
  return [...new Set(names)].filter((name) => name.startsWith(prefix));
}
