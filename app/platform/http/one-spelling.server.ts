// Each address has one spelling: what is fixed of it in small letters, no letter written as a number that need not be, no
// empty part, no slash at its end. Others lead there, so that nothing has to be judged in more than one spelling.

/** The one spelling of a path that this pattern matches; undefined where that is not ours to say. */
export function oneSpelling(pattern: string, path: string): string | undefined {
  const fixed = partsOf(pattern)
  const parts = partsOf(path)
  // What hangs below a star has spellings of its own.
  if (fixed.at(-1) === '*' || fixed.length !== parts.length) return undefined
  return `/${parts.map((part, at) => partAs(fixed[at]!, unnumbered(part))).join('/')}`
}

const partsOf = (path: string) => path.split('/').filter(Boolean)

function partAs(fixed: string, part: string): string {
  if (fixed === ':slug') return part.toLowerCase()
  // An id or a name is whatever it is.
  return fixed.startsWith(':') ? part : fixed
}

/** Letters, digits and - . _ ~ mean the same as numbers (%61) and as themselves. */
const unnumbered = (part: string) =>
  part.replace(/%[0-9a-f]{2}/gi, (number) => {
    const letter = String.fromCharCode(Number.parseInt(number.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : number.toUpperCase()
  })
