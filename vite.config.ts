import { lingui } from '@lingui/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The router asks for modules with a query in their name, so Babel has to be told that they are TypeScript. */
export const wordsMacro = () =>
  babel({
    include: /\/app\/.*\.tsx?(\?.*)?$/,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    // English stays in the code, so an English page needs no catalogue.
    plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }]],
  } as unknown as Parameters<typeof babel>[0])

export default defineConfig({
  plugins: [wordsMacro(), lingui(), tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  // The server is built whole, with its boot, so that every module of the product exists once in the process.
  environments: { ssr: { build: { rolldownOptions: { input: './server.ts' } } } },
  server: { middlewareMode: true, watch: { ignored: ['**/data/**', '**/build/**'] } },
})
