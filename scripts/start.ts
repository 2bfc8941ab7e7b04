// What `npm start` runs: the built product.
const { boot } = (await import('../build/server/index.js' as string)) as typeof import('../server.ts')
await boot()

export {}
