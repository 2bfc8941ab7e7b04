import { lingui } from '@lingui/vite-plugin'

/** Works the words' macros out, and reads the catalogues. English stays in the code, so an English page needs no catalogue. */
export const words = () => lingui({ macroTransform: { macro: { descriptorFields: 'message' } } })

/** How tests read elements: React as visitors get it knows no other way, see test/react-as-shipped.ts. */
export const plainJsx = { jsx: { runtime: 'automatic', development: false } } as const

/** Parts of Lingui's code, and what takes their place. */
const advice: [RegExp, string][] = [
  [/"Lingui: Attempted to call[^"]*"/, 'null'],
  [/console\.warn\(`Uncompiled message detected[^`]*`\)/, 'null'],
  // Values that all messages share: each message of ours is told its own.
  [/get variables\(\) \{.*?(?=\/\*\*)/s, ''],
  [/const variable = getOwnProperty\(variables, name\);\s+return (getOwnProperty\(values, name\)) [^;]*;/, 'return $1'],
  [/if \(params\.variables[^;]*;/, ''],
]

/** Leaves out of the browser's files what Lingui tells developers, and what we never call: our words always have a language and a reader of messages. */
export const withoutAdvice = () => ({
  name: 'words-without-advice',
  transform: {
    filter: { id: /@lingui[\\/]core[\\/]dist[\\/]index\.mjs/ },
    handler(code: string) {
      for (const [text] of advice) if (!text.test(code)) throw new Error(`Lingui has no text like ${text} any more`)
      return { code: advice.reduce((left, [text, by]) => left.replace(text, by), code), map: null }
    },
  },
})
