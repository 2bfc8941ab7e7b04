// Givers who do not want to be named: 'Otis (anonymous)', 'Otis - asitajwe'.

const hides = String.raw`\banon(?:ym\w*)?\b|\b(?:[au]si|wasi|lisi)tajwe\b|\b(?:do not|don'?t|not to be|never) (?:be )?(?:mention|name|publish|show|display|say)\w*(?: (?:my|his|her|the) name)?\b|\bname withheld\b|\bwithh[eo]ld (?:the |my )?name\b|\bincognito\b|\bbila jina\b`
const inText = new RegExp(hides, 'i')
const inName = new RegExp(String.raw`[([]? ?(?:${hides}) ?[)\]]?`, 'gi')

export const hidesName = (text: string): boolean => inText.test(text)

/** Removes these words from the name. A person called 'Anonymous', or 'Anonymous friend', is not named anyway. */
export function unnamed(name: string | null, said: string): { name: string | null; anonymous: boolean } {
  if (!hidesName(said)) return { name, anonymous: false }
  const rest = name
    ?.replace(inName, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[ ,.-]+|[ ,-]+$/g, '')
  if (name && hidesName(name) && !/\p{Lu}/u.test(rest!)) return { name, anonymous: false }
  // 'Anonymous (USA)' has this as a name.
  const isCalledSo = name !== null && name.search(inText) === 0
  return { name: isCalledSo ? name : rest || name, anonymous: true }
}
