import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { data, Form, Link } from 'react-router'
import { type AskedColumn, askedColumns, saidIn, saidQuery } from '#app/invitations/guests/import/guest-columns.ts'
import type { UnreadTable } from '#app/invitations/guests/import/guest-table.ts'
import {
  enterGuests,
  guestPasteOf,
  importChoices,
  keepGuestPaste,
  listText,
  pastedGuests,
  shownPreview,
} from '#app/invitations/guests/import/import.server.ts'
import { addedSays, enterForm, guestImportTexts, listForm, listIdForm } from '#app/invitations/guests/import/import.ts'
import {
  FreshRows,
  Mending,
  SaidRows,
  SharedRows,
  type ShownPreview,
  ThereRows,
  TwiceRows,
  UnreadRows,
} from '#app/invitations/guests/import/preview-rows.tsx'
import { countHouseholds } from '#app/invitations/kumbukumbu/book.server.ts'
import { FromBook } from '#app/invitations/kumbukumbu/choose-form.tsx'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import type { Answer, Words } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, FieldError, Input, Select, TextArea } from '#app/ui/field.tsx'
import { FileInput } from '#app/ui/file-input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
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

type Choices = { occasions: { no: number; name: string }[]; vouched: boolean; groups: string[] }
type PreviewFormProps = { slug: string; preview: ShownPreview; choices: Choices; first: Answer | undefined }

/** A list as it was read, with all questions before its guests are entered. */
function PreviewForm({ slug, preview, choices, first }: PreviewFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const { id, fresh, shared, there, twice, said: doubted, unread, asksForAll } = preview
  const asked = { asks: !asksForAll, answer }
  const said = Object.fromEntries(preview.columns.flatMap(({ at, as }) => (as ? [[at, as]] : [])))
  const at = `/gathering/${slug}/guests/import`
  if (preview.added !== null)
    return (
      <Notice tone="gain" title={<Trans>This list has been entered.</Trans>} action={<Again at={at} />}>
        <Plural value={preview.added} one="# guest added" other="# guests added" />
      </Notice>
    )
  return (
    <Mending value={preview.mends ? { answer } : null}>
      <Form method="post" action={`${at}?list=${id}${saidQuery(said)}`} noValidate className="grid gap-4 *:min-w-0">
        <input type="hidden" name="list" value={id} />
        <Figures preview={preview} />
        {asksForAll && <AskForAll />}
        <SharedRows rows={shared} {...asked} />
        <SaidRows rows={doubted.filter(({ doubt }) => doubt)} doubts answer={answer} />
        <SaidRows rows={doubted.filter(({ doubt }) => !doubt)} answer={answer} />
        <UnreadRows rows={unread} />
        <ThereRows rows={there} {...asked} />
        <TwiceRows rows={twice} {...asked} />
        <FreshRows rows={fresh} />
        <Invite choices={choices} answer={answer} />
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-line border-t bg-paper py-3">
          <Button busy={busy} busyText={t`Adding...`}>
            <Trans>Add the guests</Trans>
          </Button>
          <Link to={`${at}?mend=${id}`} className={buttonClass({ variant: 'secondary' })}>
            <Trans>Change the list</Trans>
          </Link>
        </div>
      </Form>
    </Mending>
  )
}

const Again = ({ at }: { at: string }) => (
  <Link to={at} className={buttonClass({ variant: 'secondary' })}>
    <Trans>Paste another list</Trans>
  </Link>
)

/** The number of lines of each kind, so that all lines are accounted for. */
function Figures({ preview: { fresh, shared, there, twice, said, unread } }: { preview: ShownPreview }) {
  const parts = [
    [fresh.length, <Trans key="new">New</Trans>],
    [shared.length, <Trans key="shared">Same number, other name</Trans>],
    [there.length, <Trans key="there">On your list already</Trans>],
    [twice.length, <Trans key="twice">Twice in this list</Trans>],
    [said.length, <Trans key="said">Perhaps no guest</Trans>],
    [unread.length, <Trans key="unread">Not read</Trans>],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {parts
        .filter(([many], at) => many > 0 || at === 0)
        .map(([many, label]) => (
          <div key={label.key}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="figures font-bold font-display text-2xl">{many}</dd>
          </div>
        ))}
    </dl>
  )
}

function AskForAll() {
  return (
    <Card level={3} title={<Trans>Many lines repeat a number or a name</Trans>}>
      <RadioCards
        legend={<Trans>For all of them</Trans>}
        name="choice.all"
        defaultValue="one"
        choices={[
          { value: 'one', label: <Trans>Same household, or same guest</Trans> },
          { value: 'two', label: <Trans>Keep both</Trans> },
        ]}
      />
    </Card>
  )
}

/** The choices of the invitation: occasions, groups, and the host's word that they may invite. */
function Invite({ choices: { occasions, vouched, groups }, answer }: { choices: Choices; answer: Answer | undefined }) {
  const error = answer?.errors?.['occasions[]']
  return (
    <Card level={3} title={<Trans>How they are invited</Trans>}>
      <div className="grid max-w-xl gap-5">
        {occasions.length > 0 && (
          <fieldset aria-describedby={error ? 'occasions-error' : undefined}>
            <legend className="mb-1 font-semibold text-[0.9375rem]">
              <Trans>Invite to</Trans>
            </legend>
            {occasions.map(({ no, name }) => (
              <Checkbox key={no} name="occasions[]" value={no} defaultChecked label={<bdi>{name}</bdi>} />
            ))}
            {error && <FieldError id="occasions-error">{error}</FieldError>}
          </fieldset>
        )}
        <Field name="seats" label={<Trans>Seats, where a line says nothing</Trans>} answer={answer} required>
          <Input inputMode="numeric" defaultValue="1" className="max-w-28" autoComplete="off" />
        </Field>
        <Field
          name="group"
          label={<Trans>Group</Trans>}
          optional
          answer={answer}
          hint={<Trans>All guests of this list are in it.</Trans>}
        >
          <Input autoComplete="off" list="known-groups" maxLength={40} />
        </Field>
        <datalist id="known-groups">
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        {!vouched && (
          <Checkbox name="vouched" answer={answer} label={<Trans>I know these people and may invite them</Trans>} />
        )}
      </div>
    </Card>
  )
}

type ListFormProps = { slug: string; text: string | null; first: Answer | undefined }

/** The form for pasting a list of guests or sending a file. `text`: a list that was previewed, to be mended. */
function ListForm({ slug, text, first }: ListFormProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      action={`/gathering/${slug}/guests/import`}
      className="grid gap-5"
      noValidate
    >
      <Field
        name="text"
        label={<Trans>Your list</Trans>}
        answer={answer}
        hint={<Trans>From WhatsApp or a sheet, up to 5,000 lines. Seats: x4, (4), 4 seats, +3. Groups: #family.</Trans>}
      >
        <TextArea
          rows={10}
          defaultValue={text ?? ''}
          spellCheck={false}
          autoComplete="off"
          placeholder={'1. Mama Njeri 0712 345 678 x4\n2. Baba Otieno 0722 000 111 #committee'}
        />
      </Field>
      <Field
        name="file"
        label={<Trans>Or a file</Trans>}
        optional
        answer={answer}
        hint={<Trans>CSV from a sheet, or contacts as vCard. Up to 1.5 MB.</Trans>}
      >
        <FileInput
          accept=".csv,.txt,.tsv,.vcf,text/plain,text/vcard"
          says={<Trans>Choose a file</Trans>}
          chosen={chosen}
          onChoose={(file) => setChosen(file?.name)}
        />
      </Field>
      <Button busy={busy} busyText={t`Reading...`} className="justify-self-start">
        <Trans>Look at the guests</Trans>
      </Button>
    </Form>
  )
}

const words: Record<AskedColumn, Words> = {
  name: msg({ message: 'Name', context: 'column' }),
  first: msg`First name`,
  middle: msg`Other names`,
  last: msg`Surname`,
  phone: msg`Phone number`,
  email: msg`Email address`,
  seats: msg({ message: 'Seats', context: 'column' }),
  adults: msg({ message: 'Adults', context: 'column' }),
  kids: msg({ message: 'Children', context: 'column' }),
  plus: msg`How many more come with them`,
  spouse: msg`Husband or wife`,
  attending: msg`Whether they come`,
  table: msg({ message: 'Table', context: 'column' }),
  group: msg({ message: 'Group', context: 'column' }),
  note: msg({ message: 'Note', context: 'column' }),
}

type UnreadColumnsProps = { at: string; list: number; columns: UnreadTable[] }

/** The columns of a table that were not read: their contents, and the question what each is. */
function UnreadColumns({ at, list, columns }: UnreadColumnsProps) {
  const { t, i18n } = useLingui()
  if (columns.length === 0) return null
  return (
    <Card
      level={3}
      className="mb-4"
      title={<Trans>Columns that are not read</Trans>}
      text={<Trans>Nothing in these columns is taken until you say what it is.</Trans>}
    >
      <Form method="get" action={at} className="grid gap-4" preventScrollReset>
        <input type="hidden" name="list" value={list} />
        {columns.map(({ at: nr, head, sample, as }) => (
          <div key={nr} className="grid gap-1.5 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-center">
            <span className="wrap-anywhere">
              <bdi className="font-semibold">{head || t`Column ${nr + 1}`}</bdi>{' '}
              <bdi className="text-muted text-sm">{sample}</bdi>
            </span>
            <Select name={`col.${nr}`} defaultValue={as ?? 'none'} aria-label={t`What is ${head || nr + 1}?`}>
              <option value="none">{t`Leave it out`}</option>
              {askedColumns.map((column) => (
                <option key={column} value={column}>
                  {i18n._(words[column])}
                </option>
              ))}
            </Select>
          </div>
        ))}
        <Button variant="secondary" className="justify-self-start">
          <Trans>Read the list again</Trans>
        </Button>
      </Form>
    </Card>
  )
}
