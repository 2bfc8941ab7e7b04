import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { bookList } from '#app/invitations/kumbukumbu/book.server.ts'
import { bookView } from '#app/invitations/kumbukumbu/book-list.tsx'
import { ChooseHouseholdsForm } from '#app/invitations/kumbukumbu/choose-form.tsx'
import { keepChosen } from '#app/invitations/kumbukumbu/guests.server.ts'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { chooseForm } from '#app/invitations/kumbukumbu/kumbukumbu-forms.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListBar } from '#app/ui/list-bar.tsx'
import type { Route } from './+types/guests-from-book.ts'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

/** A form has no more than 1,000 fields. */
const most = 200

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = { ...bookList.asked(url.searchParams), personId: context.get(personContext)!.id }
  const { rows, next } = await bookList.page(db, asked, most)
  return { slug: context.get(gatheringContext).slug, rows, next, filter: asked.filter }
}

export const action = formAction({
  form: chooseForm,
  page: true,
  failed: kumbukumbuTexts.notChosen,
  limits: (_, { context }) => [{ name: 'guests', key: hostingIn(context).personId, times: 60, seconds: 3600 }],
  run: async ({ 'household[]': households, all, search }, { context }) => {
    const mine = hostingIn(context)
    const list = await keepChosen(db, mine, { households, all, search })
    return { go: `/gathering/${mine.slug}/guests/import?list=${list}` }
  },
})

/** The host's own book: the chosen guests continue like a pasted list. */
export default function GuestsFromBook({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, rows, next, filter } = loaderData
  const { t } = useLingui()
  const list = `/gathering/${slug}/guests/import`
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="book-title">
      <GatheringTitle page={t`From your kumbukumbu`} />
      <div>
        <h2 id="book-title" className="mb-1 text-2xl">
          <Trans>From your kumbukumbu</Trans>
        </h2>
        <p className="text-muted">
          <Trans>You see each guest before anybody is invited.</Trans>
        </p>
      </div>
      <ListBar fields={bookView.fields} filter={filter} label={bookView.caption} />
      {rows.length === 0 ? (
        <EmptyState level={3} title={<Trans>No such households</Trans>} />
      ) : (
        <Card>
          <ChooseHouseholdsForm at={`${list}/kumbukumbu`} search={filter.search} rows={rows} first={actionData} />
        </Card>
      )}
      <CursorPages next={next} param="after" first={t`First names`} />
      <Link to={list} className="inline-flex min-h-11 items-center justify-self-start text-link">
        <Trans>Add a list</Trans>
      </Link>
    </section>
  )
}
