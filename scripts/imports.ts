import path from 'node:path'

/** The files of ours that a source imports. Types of routes are made by the router. */
export function importsOf(file: string, text: string): string[] {
  const names = [...text.matchAll(/(?:from |import\(|^import )'([#.][^']+)'/gm)].map(([, name]) => name!)
  return names
    .filter((name) => !name.includes('+types/'))
    .map((name) => (name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)))
    .map((name) => name.replace(/\?.*$/, ''))
}
