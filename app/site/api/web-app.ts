import { brand, brandPicture, defaultBrand, ownBrand } from '#app/kit/brand.ts'

/** How phones show the product that a person has added to the home screen. */
export const loader = () =>
  new Response(`${JSON.stringify(manifest(), null, 2)}\n`, {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })

const manifest = () => ({
  name: brand(),
  short_name: brand(),
  description: 'Raise money together',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#f8f3e8',
  theme_color: ownBrand().colour ?? defaultBrand.colour,
  icons: ownIcons() ?? [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
})

function ownIcons() {
  const { logo } = ownBrand()
  if (!logo) return undefined
  const type = 'image/webp'
  return ([192, 512] as const).map((width) => ({ src: brandPicture(logo, width), type, sizes: `${width}x${width}` }))
}
