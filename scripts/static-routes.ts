import type { Plugin } from 'vite'

// A static page never runs in a browser (docs/develop/decisions/0010). The bundler would make a file of it all the same, and would cut
// the files of other pages along what they share with it. So browsers' code has only the style sheets of such a route.

const isRoute = /\/app\/.+\.tsx(\?.*)?$/
const isStatic = /^export const handle = \{ static: true \}$/m
const styleSheet = /^import '[^']+\.css'$/gm

export function staticRoutes(): Plugin {
  return {
    name: 'static-routes',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: isRoute, code: isStatic },
      handler: (code) => ({ code: [...(code.match(styleSheet) ?? []), nothingElse].join('\n'), map: null }),
    },
  }
}

const nothingElse = 'export const handle = { static: true }\nexport default () => null\n'
