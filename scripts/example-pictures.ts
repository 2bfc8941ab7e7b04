// Draws the pictures of the example drives in examples/pictures from scripts/scenes. Run by hand after one of these
// has changed:
//   node scripts/example-pictures.ts
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: 'custom',
})
for (const file of ['ward', 'stall', 'home', 'group', 'others', 'receipt']) {
  const scenes: Record<string, FunctionComponent> = await vite.ssrLoadModule(`/scripts/scenes/${file}.tsx`)
  for (const [name, scene] of Object.entries(scenes)) {
    const drawn = Buffer.from(renderToStaticMarkup(createElement(scene)))
    const { size } = await sharp(drawn)
      .webp({ quality: 82, effort: 6, smartSubsample: true })
      .toFile(`examples/pictures/${name.toLowerCase()}.webp`)
    console.log(name, Math.round(size / 1024), 'kB')
  }
}
await vite.close()
