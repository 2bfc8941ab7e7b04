import { data, redirect, type ShouldRevalidateFunction } from 'react-router'
import { personContext } from '#app/features/people/session.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { newVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'
import type { Route } from './+types/page.ts'
import { NotFoundHere, Restricted } from './closed.tsx'
import { Open } from './open.tsx'
import { shown } from './shown.server.ts'

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  // Whoever writes an address by hand may write it in capitals.
  const tidy = url.pathname.toLowerCase().replace(/\/+$/, '')
  if (tidy !== url.pathname) throw redirect(tidy + url.search, 301)
  const { address, origin } = context.get(askedContext)
  const person = context.get(personContext)
  const page = await shown(params.slug, {
    personId: person?.id ?? null,
    isAdmin: person?.isAdmin ?? false,
    visitor: visitorKey(request, address),
    comments: url.searchParams.get('comments'),
    origin,
  })
  if (url.pathname.startsWith('/fund-drive/') && 'drive' in page && page.own)
    throw redirect(`/fund-drive/${params.slug}/home`)
  const cookie = newVisitorCookie(request)
  const status = { open: 200, preview: 200, restricted: 403, missing: 404 }[page.is]
  return data(page, { status, headers: cookie ? { 'set-cookie': cookie } : {} })
}

/** Which tab is open changes nothing of what the page knows. */
export const shouldRevalidate: ShouldRevalidateFunction = (asked) => {
  const { currentUrl, nextUrl, formMethod } = asked
  const onlyTab = currentUrl.search !== nextUrl.search && withoutTab(currentUrl) === withoutTab(nextUrl)
  return onlyTab && !formMethod ? false : asked.defaultShouldRevalidate
}

function withoutTab({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams)
  rest.delete('tab')
  return `${pathname}?${rest}`
}

export default function Fundraiser({ loaderData: page }: Route.ComponentProps) {
  if (page.is === 'restricted') return <Restricted driveId={page.driveId} />
  if (page.is === 'missing') return <NotFoundHere />
  return <Open page={page} />
}
