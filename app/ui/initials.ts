/** Returns the first letters of the first and the last name: 'Achieng Otieno Were' → 'AW'. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
