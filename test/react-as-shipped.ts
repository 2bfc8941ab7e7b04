import { createRequire } from 'node:module'

// React as visitors get it: what it checks besides while one develops takes a quarter of the time of tests of pages. It chooses
// when it is first asked for, so this comes before everything else.
const given = process.env.NODE_ENV
process.env.NODE_ENV = 'production'
const require = createRequire(import.meta.url)
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(name)
process.env.NODE_ENV = given
