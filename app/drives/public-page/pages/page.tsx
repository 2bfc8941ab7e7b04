import { Suspense } from 'react'
import { data, redirect, type ShouldRevalidateFunction } from 'react-router'
import { sameUntil } from '#app/drives/public-page/moment.server.ts'
import { staysOf } from '#app/drives/views/view.server.ts'
import { nextVisitOver } from '#app/drives/visits/visit.ts'
import { seesAll } from '#app/people/accounts/duty.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, type Keep, namedOrigin } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import { fetched } from '#app/ui/fetched.tsx'
import type { Route } from './+types/page.ts'
import { Open } from './open.tsx'
import { type OpenPage, shown } from './shown.server.ts'

/** Loaded with the page by visitors who find it closed; all others never fetch them. */
const NotFoundHere = fetched(async () => (await import('./closed.tsx')).NotFoundHere)
const Restricted = fetched(async () => (await import('./closed.tsx')).Restricted)

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  // A person who writes an address by hand may write it in capitals.
  const tidy = url.pathname.toLowerCase().replace(/\/+$/, '')
  if (tidy !== url.pathname) throw redirect(tidy + url.search, 301)
  const asked = context.get(askedContext)
  const { address, forAll } = asked
  const person = context.get(personContext)
  const page = await shown(params.slug, {
    context,
    personId: person?.id ?? null,
    isAdmin: person !== null && seesAll(person),
    visitor: visitorKey(request, address),
    comments: url.searchParams.get('comments'),
    donations: url.searchParams.get('donations'),
    origin: namedOrigin(asked),
    forAll,
  })
  if (url.pathname.startsWith('/fund-drive/') && 'drive' in page && page.own)
    throw redirect(`/fund-drive/${params.slug}/home`)
  if (forAll) asked.keep = await keepOf(page)
  const status =
    'failed' in page ? 500 : { open: 200, ended: 200, preview: 200, restricted: 403, missing: 404 }[page.is]
  return data(page, { status })
}

/** Returns until when a cached page is right, and for whom it is not; undefined where it could not be read. */
async function keepOf(page: Awaited<ReturnType<typeof shown>>): Promise<Keep | undefined> {
  if ('failed' in page) return undefined
  if (page.is === 'missing') return { topics: [] }
  if (page.is !== 'restricted') return { topics: [`drive:${page.drive.id}`], until: untilOf(page) }
  // No stay begins while there are no credits; when some are bought, the topic is notified, and this page is made again.
  const stays = await staysOf(db, page.limited.id)
  return {
    topics: [`drive:${page.limited.id}`],
    until: sameUntil(page.limited.id),
    except: (visitor) => (stays.get(visitor) ?? 0) > performance.now(),
  }
}

/** Returns until when all ages on the page are right. */
function untilOf({ drive, comments, donations, booking }: OpenPage): number {
  const { now, pinned } = comments
  const gifts = donations === 'failed' ? [] : donations.donations
  const written = [...comments.comments, ...pinned].map(({ createdAt }) => createdAt)
  const until = sameUntil(drive.id, { moment: now, written: [...written, ...gifts.map(({ at }) => at)] })
  return Math.min(until, nextVisitOver(booking.days))
}

/** Skips a reload when only the tab or its picture changes: the page knows the same. */
export const shouldRevalidate: ShouldRevalidateFunction = (asked) => {
  const { currentUrl, nextUrl, formMethod } = asked
  // A visitor who sends the form for giving is on the way to pay: the page need not load again for that.
  if (asked.formAction?.endsWith('/donate')) return false
  const onlyTab = currentUrl.search !== nextUrl.search && withoutTab(currentUrl) === withoutTab(nextUrl)
  return onlyTab && !formMethod ? false : asked.defaultShouldRevalidate
}

function withoutTab({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams)
  rest.delete('tab')
  rest.delete('picture')
  return `${pathname}?${rest}`
}

export default function Fundraiser({ loaderData: page, params }: Route.ComponentProps) {
  if (page.is === 'missing' || page.is === 'restricted')
    return (
      <Suspense>
        {page.is === 'restricted' ? (
          <Restricted drive={page.limited} today={page.today} link={page.link} />
        ) : (
          <NotFoundHere slug={params.slug} paused={page.paused} byHand={page.byHand} />
        )}
      </Suspense>
    )
  return <Open page={page} />
}
