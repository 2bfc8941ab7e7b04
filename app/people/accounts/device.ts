/** A browser and its system, in words that people know. Empty if we don't know them. */
export type Device = { browser: string; system: string; kind: 'phone' | 'tablet' | 'computer' }

// The order counts: most browsers call themselves Chrome and Safari as well, most phones Linux.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera|OPiOS/, 'Opera'],
  [/OPT\/|Opera Mini/, 'Opera Mini'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/WhatsApp\//, 'WhatsApp'],
  [/FBA[NV]/, 'Facebook'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/KAIOS/i, 'KaiOS'],
  [/Linux/, 'Linux'],
]

export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? ''
  return { browser: first(browsers, text), system: first(systems, text), kind: kindOf(text) }
}

const first = (all: [RegExp, string][], text: string) => all.find(([pattern]) => pattern.test(text))?.[1] ?? ''

function kindOf(text: string): Device['kind'] {
  if (/iPad|Tablet/.test(text) || (/Android/.test(text) && !/Mobile/.test(text))) return 'tablet'
  return /Mobi|iPhone|KAIOS/i.test(text) ? 'phone' : 'computer'
}
