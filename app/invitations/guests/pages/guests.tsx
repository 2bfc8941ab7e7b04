import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ClipboardPaste, Plus } from 'lucide-react'
import { Link, Outlet } from 'react-router'
import { readyCounts } from '#app/invitations/guests/guest-filter.server.ts'
import { guestsList } from '#app/invitations/guests/guests-list.server.ts'
import { guestsView, ofGifts, ReadyLinks } from '#app/invitations/guests/guests-list.tsx'
import { groupsOf, occasionChoices } from '#app/invitations/guests/story.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { filterQuery } from '#app/kit/list.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FailedState } from '#app/ui/empty-state.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { List, ListFile } from '#app/ui/list-view.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/guests.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, managed, seesGifts, drive } = context.get(gatheringContext)
  const asked = { ...guestsList.asked(url.searchParams), gatheringId: id, whole: managed, seesGifts }
  const [list, ready, occasions, groups] = await Promise.all([
    part(context, guestsList.page(db, asked)),
    part(context, readyCounts(db, id, { occasion: asked.filter.occasion, seesGifts })),
    occasionChoices(db, id),
    groupsOf(db, id),
  ])
  return {
    slug,
    list: list === 'failed' ? list : { ...list, filter: asked.filter },
    ready,
    occasions,
    groups,
    beside: drive !== null && seesGifts,
    without: seesGifts ? [] : ofGifts,
  }
}

/** All invited guests by name, each from invited to thanked. */
export default function Guests({ loaderData }: Route.ComponentProps) {
  const { slug, list, ready, occasions, groups, beside, without } = loaderData
  const { t } = useLingui()
  const base = `/gathering/${slug}/guests`
  const options = {
    occasion: occasions.map(({ no, name }) => ({ id: String(no), words: name })),
    group: groups.map((name) => ({ id: name, words: name })),
  }
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="guests-title">
      <GatheringTitle page={t`Guests`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="guests-title" className="text-2xl">
          <Trans>Guests</Trans>
        </h2>
        <div className="flex flex-wrap gap-3">
          {list !== 'failed' && list.rows.length > 0 && <ListFile view={guestsView} />}
          <Changing>
            {list !== 'failed' && list.rows.length > 0 && (
              <LinkButton variant="secondary" to={`/gathering/${slug}/messages/new${filterQuery(list.filter)}`}>
                <Plural value={list.totals.guests} one="Message this one" other="Message these #" />
              </LinkButton>
            )}
            <FormButton
              to={`${base}/import`}
              variant="secondary"
              icon={<ClipboardPaste aria-hidden="true" className="size-5" />}
            >
              <Trans>Add a list</Trans>
            </FormButton>
            <FormButton to={`${base}/add`} icon={<Plus aria-hidden="true" className="size-5" />}>
              <Trans>Add a guest</Trans>
            </FormButton>
          </Changing>
        </div>
      </div>
      {list === 'failed' ? (
        <FailedState title={<Trans>The guests could not be loaded</Trans>} />
      ) : (
        <>
          {ready !== 'failed' && ready.all > 0 && <ReadyLinks counts={ready} filter={list.filter} />}
          <List view={guestsView} shown={list} more={{ slug }} options={options} without={without} />
        </>
      )}
      {beside && (
        <Link to={`${base}/gave`} className="inline-flex min-h-11 items-center justify-self-start text-link">
          <Trans>Gave, not on the list</Trans>
        </Link>
      )}
      <Outlet />
    </section>
  )
}
