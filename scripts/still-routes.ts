import type { Plugin } from 'vite'

// A still page never runs in a browser (docs/develop/decisions/0010). The bundler would make a file of it all the same, and would cut
// the files of other pages along what they share with it. So browsers' code has only the style sheets of such a route.

const isRoute = /\/app\/.+\.tsx(\?.*)?$/
const isStill = /^export const handle = \{ still: true \}$/m
const styleSheet = /^import '[^']+\.css'$/gm

export function stillRoutes(): Plugin {
  return {
    name: 'still-routes',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: isRoute, code: isStill },
      handler: (code) => ({ code: [...(code.match(styleSheet) ?? []), nothingElse].join('\n'), map: null }),
    },
  }
}

const nothingElse = 'export const handle = { still: true }\nexport default () => null\n'
