import { data, redirect } from 'react-router'
import { slugOfShortName } from '#app/drives/drive/manage.server.ts'
import { db } from '#app/platform/db.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import type { Route } from './+types/short-link.ts'

/** A drive's short link, on the way to its page; the mark of the link goes along. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const slug = await slugOfShortName(db, params.name)
  if (!slug) return data(null, { status: 404 })
  throw redirect(`/fundraiser/${slug}${url.search}`, { status: 301, headers: { 'cache-control': 'max-age=3600' } })
}

export default NotFound
