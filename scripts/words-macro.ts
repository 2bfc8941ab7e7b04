import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'

/** Works the words' macros out. The router asks for modules with a query in their name, so Babel has to be told that they are TypeScript. */
export const wordsMacro = async () =>
  onceForBoth(
    await babel({
      include: /\/app\/.*\.tsx?(\?.*)?$/,
      parserOpts: { plugins: ['typescript', 'jsx'] },
      // Only files that import a macro, half of them. English stays in the code, so an English page needs no catalogue.
      presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })],
    } as unknown as Parameters<typeof babel>[0]),
  )

type Handler = (this: unknown, code: string, id: string, options?: unknown) => Promise<unknown>

/** The browser's build and the server's read the same files, one after the other: the second takes what the first has made. */
function onceForBoth<Plugin extends { transform?: unknown }>(plugin: Plugin): Plugin {
  const transform = plugin.transform as { handler: Handler }
  const { handler } = transform
  const made = new Map<string, Promise<unknown>>()
  transform.handler = function (code, id, options) {
    const key = `${id}\0${code}`
    const known = made.get(key)
    if (known) made.delete(key)
    else made.set(key, handler.call(this, code, id, options))
    return known ?? made.get(key)!
  }
  return plugin
}

const advice = [/"Lingui: Attempted to call[^"]*"/, /console\.warn\(`Uncompiled message detected[^`]*`\)/]

/** Leaves out of the browser's files what Lingui tells developers: our words always have a language and a reader of messages. */
export const withoutAdvice = () => ({
  name: 'words-without-advice',
  transform: {
    filter: { id: /@lingui[\\/]core[\\/]dist[\\/]index\.mjs/ },
    handler(code: string) {
      for (const text of advice) if (!text.test(code)) throw new Error(`Lingui has no text like ${text} any more`)
      return { code: advice.reduce((left, text) => left.replace(text, 'null'), code), map: null }
    },
  },
})
