import { listedSlugs } from '#app/drives/discover/discover.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'

// Files for search engines: the pages that there are, and those that they leave alone. A fundraiser is named only if its owner lists it.

export const loader = loaders({ 'sitemap.xml': sitemap, 'robots.txt': robots })

const originOf = ({ context }: LoaderArgs) => namedOrigin(context.get(askedContext))
const anHour = 'public, max-age=3600'

async function sitemap(args: LoaderArgs): Promise<Response> {
  const origin = originOf(args)
  const slugs = await listedSlugs(lagDb())
  // A slug has letters, digits and hyphens only.
  const paths = ['/', '/discover', ...slugs.map((slug) => `/fundraiser/${slug}`)]
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>\n`).join('')
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': anHour } })
}

const leftAlone = ['admin', 'dashboard', 'profile', 'settings', 'sandbox', 'payment-success']

async function robots(args: LoaderArgs): Promise<Response> {
  const rules = leftAlone.map((path) => `Disallow: /${path}\n`).join('')
  const text = `User-agent: *\n${rules}\nSitemap: ${originOf(args)}/sitemap.xml\n`
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': anHour } })
}
