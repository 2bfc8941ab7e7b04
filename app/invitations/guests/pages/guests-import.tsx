import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { saidIn } from '#app/invitations/guests/guest-columns.ts'
import {
  guestPasteOf,
  importChoices,
  keepGuestPaste,
  listText,
  pastedGuests,
} from '#app/invitations/guests/guest-paste.server.ts'
import { enterGuests, shownPreview } from '#app/invitations/guests/import.server.ts'
import { addedSays, enterForm, guestImportTexts, listForm, listIdForm } from '#app/invitations/guests/import.ts'
import { ListForm, PreviewForm, UnreadColumns } from '#app/invitations/guests/import-form.tsx'
import { countHouseholds } from '#app/invitations/kumbukumbu/book.server.ts'
import { FromBook } from '#app/invitations/kumbukumbu/choose-form.tsx'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/guests-import.ts'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  const asked = (name: string) => listIdForm.parse({ list: url.searchParams.get(name) ?? '' }).list
  const [list, mended] = [asked('list'), asked('mend')]
  if (!list) {
    const text = mended ? await pastedGuests(db, id, mended) : null
    return { slug, preview: null, choices: null, text, book: await countHouseholds(db, hostingIn(context).personId) }
  }
  const [preview, choices] = await Promise.all([
    guestPasteOf(db, id, list, saidIn(url.searchParams)),
    importChoices(db, id),
  ])
  if (!preview) throw data(null, { status: 404 })
  return { slug, preview: shownPreview(preview), choices, text: null, book: 0 }
}

const tries = ({ context }: Route.ActionArgs | { context: Route.ActionArgs['context'] }) => [
  { name: 'guests', key: hostingIn(context).personId, times: 60, seconds: 3600 },
]

const keep = formAction({
  form: listForm,
  page: true,
  failed: guestImportTexts.notRead,
  limits: (_, args) => tries(args),
  run: async (list, { context }) => {
    const mine = hostingIn(context)
    const kept = await keepGuestPaste(db, mine, await listText(list), list.file ? 'file' : 'text')
    return { go: `/gathering/${mine.slug}/guests/import?list=${kept}` }
  },
})

const enter = formAction({
  form: enterForm,
  page: true,
  failed: guestImportTexts.notEntered,
  limits: (_, args) => tries(args),
  run: async (asked, { context, request }) => {
    const mine = hostingIn(context)
    const said = saidIn(new URL(request.url).searchParams)
    const added = await enterGuests(db, mine, { ...asked, said })
    return { says: addedSays(added), go: `/gathering/${mine.slug}/guests` }
  },
})

/** Keeps a list for its preview, or enters the guests of the list that the address names. */
export const action = (args: Route.ActionArgs) => (args.url.searchParams.has('list') ? enter(args) : keep(args))

export default function GuestsImport({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, preview, choices, text, book } = loaderData
  const { t } = useLingui()
  return (
    <>
      <GatheringTitle page={t`Add a list`} />
      <h2 className="mb-1 text-2xl">{preview ? <Trans>Check the guests</Trans> : <Trans>Add a list</Trans>}</h2>
      <p className="mb-4 text-muted">
        {preview ? (
          <Trans>Nobody is invited before you press Add the guests, and nothing is sent.</Trans>
        ) : (
          <Trans>You see each guest before anybody is invited.</Trans>
        )}
      </p>
      {preview && choices ? (
        <>
          {preview.added === null && (
            <UnreadColumns at={`/gathering/${slug}/guests/import`} list={preview.id} columns={preview.columns} />
          )}
          <PreviewForm key={preview.id} slug={slug} preview={preview} choices={choices} first={actionData} />
        </>
      ) : (
        <div className="grid gap-4 *:min-w-0">
          <Card>
            <ListForm slug={slug} text={text} first={actionData} />
          </Card>
          <FromBook at={`/gathering/${slug}/guests/import/kumbukumbu`} many={book} />
        </div>
      )}
    </>
  )
}
