import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useRef, useState } from 'react'
import { data, Link, redirect } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { approvedIn, approvedMethods, pasteIdForm, rowsForm } from '#app/group/pasted-lists/approved.ts'
import { enterRows, openRows } from '#app/group/pasted-lists/enter.server.ts'
import { collectorsOf, pasteOf } from '#app/group/pasted-lists/paste.server.ts'
import {
  enteredSays,
  type LeftOut,
  pastedListTexts,
  proposalWords,
  rowReasonWords,
  type Sum,
} from '#app/group/pasted-lists/pasted-list.ts'
import { RowCard } from '#app/group/pasted-lists/row-card.tsx'
import { asPaid, isOpen, mayBePaid, type ShownRow, type ShownRows, shownPaste } from '#app/group/pasted-lists/shown.ts'
import { MethodSelect } from '#app/group/recorded-gifts/gift-form.tsx'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { shortDayIn } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Route } from './+types/pasted-list-rows.ts'
import { sheetIn } from './sheet.server.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const { paste: pasteId } = pasteIdForm.parse({ paste: url.searchParams.get('paste') ?? '' })
  if (!pasteId) throw redirect(`/fund-drive/${slug}/bridge`)
  const [{ entries }, collectors] = await Promise.all([sheetIn(context), collectorsOf(db, id)])
  const paste = await pasteOf(db, id, pasteId, { entries, collectors })
  if (!paste) throw data(null, { status: 404 })
  return {
    slug,
    ...shownPaste(paste, Number(url.searchParams.get('page')) || 1, url.searchParams.get('paid') === 'all'),
  }
}

export const action = formAction({
  form: rowsForm,
  page: true,
  failed: pastedListTexts.notEntered,
  run: async ({ paste: pasteId, ...fields }, { context }) => {
    const rows = approvedIn(fields)
    const { id: driveId, slug } = context.get(driveContext)
    const counts = await enterRows(db, { driveId, pasteId, by: context.get(personContext)!.id, rows })
    const left = (await openRows(db, pasteId)).size
    return { says: enteredSays({ ...counts, left }), go: `/fund-drive/${slug}/bridge/rows?paste=${pasteId}` }
  },
})

export default function PastedListRows({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, leftOut, sums, ...rows } = loaderData
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Check the rows`} />
      <h2 className="mb-1 text-2xl">
        <Trans>Check the rows</Trans>
      </h2>
      <p className="mb-4 text-muted">
        <Trans>
          Only the rows that you tick are entered. They count apart: this money did not pass through {'{brand}'}.
        </Trans>
      </p>
      <div className="grid gap-5">
        <SumLines sums={sums} shown={rows} />
        <RowsForm slug={slug} shown={rows} first={actionData} />
        {leftOut.length > 0 && (
          <Card level={3} title={<Trans>Not entered from here</Trans>}>
            <LeftOutLines lines={leftOut} />
          </Card>
        )}
      </div>
    </>
  )
}

/** Lines that propose nothing, each with its reason: no pasted line is dropped silently. */
function LeftOutLines({ lines }: { lines: LeftOut[] }) {
  return (
    <ul className="grid">
      {lines.map((line) => (
        <li key={line.nr} className="grid gap-0.5 border-line border-t py-2 first:border-t-0">
          <Reason line={line} />
          <bdi className="line-clamp-3 text-muted text-sm wrap-anywhere">{line.text}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Reason({ line: { line, reason, counted } }: { line: LeftOut }) {
  const { t, i18n } = useLingui()
  const day =
    reason === 'known' && counted ? shortDayIn(knownLanguage(i18n.locale), new Date(`${counted}T12:00:00Z`)) : ''
  const words = reason === 'known' ? (day ? t`Counted on ${day}` : t`Counted already`) : i18n._(rowReasonWords[reason])
  return (
    <p className="flex flex-wrap gap-x-2 font-semibold text-sm">
      <span className="font-normal text-muted">{t`Line ${line}`}</span>
      {words}
    </p>
  )
}

type RowsFormProps = { slug: string; shown: ShownRows; first: Answer | undefined }

/** The rows of a paste, to correct and to tick. */
function RowsForm({ slug, shown, first }: RowsFormProps) {
  const { id, rows, page, open, undone } = shown
  const { Form, busy, answer = first } = useFormAction()
  const fields = useRef<HTMLDivElement>(null)
  const at = `/fund-drive/${slug}/bridge/rows?paste=${id}`
  const edits = useEdits(shown, answer)
  const keep = () => edits.keep(fields.current?.closest('form'))
  const tickClear = () => {
    for (const box of fields.current?.querySelectorAll<HTMLInputElement>('input[data-clear]') ?? []) box.checked = true
    keep()
  }
  const payAll = (event: MouseEvent) => {
    event.preventDefault()
    sayPaid(fields.current, rows)
    keep()
  }
  if (undone) return <Notice title={<Trans>This paste was taken back.</Trans>} />
  return (
    <Form method="post" action={`${at}&page=${page}`} noValidate className="grid gap-4">
      <input type="hidden" name="paste" value={id} />
      {open === 0 && rows.length > 0 && <AllEntered slug={slug} left={shown.left} />}
      <ForAllRows shown={shown} answer={answer} />
      {open > 0 && (
        <div className="flex flex-wrap gap-3">
          {rows.some((row) => isOpen(row.state) && mayBePaid(row)) && (
            <LinkButton to={`${at}&page=${page}&paid=all`} onClick={payAll} variant="secondary">
              <Trans>All of these have paid</Trans>
            </LinkButton>
          )}
          <Button type="button" variant="secondary" className="needs-script" onClick={tickClear}>
            <Trans>Tick all rows without a mark</Trans>
          </Button>
        </div>
      )}
      <PageLine shown={shown} />
      <div ref={fields} onChange={keep} className="grid gap-2">
        {rows.map((row) => (
          <RowCard key={row.nr} row={row} typed={edits.typed} answer={answer} />
        ))}
      </div>
      {open > 0 && (
        <div className="sticky bottom-0 z-10 border-line border-t bg-paper py-3">
          <EnterButton ticked={edits.ticked} busy={busy} />
        </div>
      )}
      <RowPages at={at} shown={shown} />
    </Form>
  )
}

/** Turns open promises and unknown rows into gifts; rows without other doubts are ticked. */
function sayPaid(fields: HTMLElement | null, rows: readonly ShownRow[]) {
  const of = <Control extends Element>(name: string) => fields?.querySelector<Control>(`[name="${name}"]`)
  for (const row of rows.filter((one) => isOpen(one.state) && mayBePaid(one))) {
    const kind = of<HTMLSelectElement>(`kind.${row.nr}`)
    if (kind) kind.value = 'gift'
    const box = of<HTMLInputElement>(`pick.${row.nr}`)
    if (box && asPaid(row).looks.length === 0) box.checked = true
  }
}

/** Links to the pages of a long list, because a form has a limited number of fields; says how many rows wait on the others. */
function PageLine({ shown: { page, pages, left, open } }: { shown: ShownRows }) {
  const { t } = useLingui()
  if (pages === 1) return null
  const others = left - open
  const waiting = t`${plural(others, { one: '# row waits on another page', other: '# rows wait on other pages' })}`
  return (
    <p className="figures font-semibold">
      {t`Page ${page} of ${pages}`}
      {others > 0 && <span className="font-normal text-muted">{`: ${waiting}`}</span>}
    </p>
  )
}

function RowPages({ at, shown: { page, pages } }: { at: string; shown: ShownRows }) {
  const { t } = useLingui()
  if (pages === 1) return null
  return (
    <nav aria-label={t`Pages`} className="flex flex-wrap gap-2">
      {Array.from({ length: pages }, (_, nr) => nr + 1).map((nr) => (
        <Link
          key={nr}
          to={`${at}&page=${nr}`}
          aria-current={nr === page ? 'page' : undefined}
          className="figures grid min-h-11 min-w-11 place-items-center rounded-control border border-line px-2 aria-[current]:bg-well aria-[current]:font-semibold"
        >
          {nr}
        </Link>
      ))}
    </nav>
  )
}

/** Says that nothing is left to tick, with the next step. */
const AllEntered = ({ slug, left }: { slug: string; left: number }) => (
  <Notice
    tone="gain"
    title={
      left > 0 ? <Trans>All rows of this page are entered</Trans> : <Trans>All rows of this paste are entered</Trans>
    }
  >
    <span className="flex flex-wrap gap-x-6">
      <Link to={`/fund-drive/${slug}/list`} className="inline-flex min-h-11 items-center text-link">
        <Trans>Send the list to the group</Trans>
      </Link>
      <Link to={`/fund-drive/${slug}/bridge`} className="inline-flex min-h-11 items-center text-link">
        <Trans>Paste another text</Trans>
      </Link>
    </span>
  </Notice>
)

type Typed = Record<string, string>

/** Keeps the typed values of each page of the rows: a person who looks at another page loses nothing. */
function useEdits({ page, rows }: ShownRows, answer: Answer | undefined) {
  const [pages, setPages] = useState<ReadonlyMap<number, Typed>>(new Map())
  const refused = answer?.ok === false ? answer.typed : undefined
  // An answer is about the rows of one page.
  const sent = rows.some(({ nr }) => refused?.[`kind.${nr}`] !== undefined) ? refused : undefined
  const typed = pages.get(page) ?? sent
  const isTicked = ({ nr, isTicked: first }: ShownRows['rows'][number]) =>
    typed ? typed[`pick.${nr}`] === 'on' : first
  const keep = (form: HTMLFormElement | null | undefined) =>
    form && setPages(new Map(pages).set(page, Object.fromEntries(new FormData(form)) as Typed))
  const ticked = rows.filter((row) => isOpen(row.state) && isTicked(row)).length
  return { typed, ticked, keep }
}

function EnterButton({ ticked, busy }: { ticked: number; busy: boolean }) {
  const { t } = useLingui()
  const isCounted = useHydrated()
  return (
    <Button busy={busy} busyText={t`Entering...`}>
      {isCounted ? t`${plural(ticked, { one: 'Enter # row', other: 'Enter # rows' })}` : t`Enter the ticked rows`}
    </Button>
  )
}

/** Asks once for all rows what lists seldom say of each: how the gift was given, and when. */
function ForAllRows({ shown: { rows, today }, answer }: { shown: ShownRows; answer: Answer | undefined }) {
  const { i18n } = useLingui()
  const open = rows.filter(({ state }) => isOpen(state))
  const [noMethod, noDay] = [open.some(({ method }) => method === null), open.some(({ day }) => day === null)]
  if (!noMethod && !noDay) return null
  return (
    <div className="grid max-w-2xl gap-x-4 gap-y-1.5 sm:grid-cols-2">
      {noMethod && <MethodSelect methods={approvedMethods} answer={answer} none={i18n._(proposalWords.ask)} />}
      {noDay && (
        <Field label={<Trans>On which day?</Trans>} name="day" answer={answer}>
          <Input type="date" defaultValue={today} max={today} />
        </Field>
      )}
      <p className="text-muted text-sm sm:col-span-2">
        <Trans>For all rows that don’t say it. Where one differs, change it at that row.</Trans>
      </p>
    </div>
  )
}

/** Shows the sum of the rows, and whether it equals the total in the list. */
function SumLines({ sums, shown }: { sums: Sum[]; shown: ShownRows }) {
  const totals = sums.filter(({ kind, addsUp }) => kind === 'total' && addsUp !== null)
  return (
    <div className="grid gap-3">
      <RowsSum shown={shown} />
      {totals.map(({ line, amount, addsUp }) => (
        <Notice
          key={line}
          tone={addsUp ? 'gain' : 'warn'}
          title={
            addsUp ? (
              <Trans>The rows add up to the total of the list, {moneyText(amount)}</Trans>
            ) : (
              <Trans>The rows do not add up to the total of the list, {moneyText(amount)}</Trans>
            )
          }
        >
          {!addsUp && <Trans>Look for a row that was read wrongly, or for one that is missing.</Trans>}
        </Notice>
      ))}
    </div>
  )
}

/** '22 rows, KES 34,500: 12 paid, 10 pledged' */
function RowsSum({ shown: { all, sum, kinds, entered, left } }: { shown: ShownRows }) {
  const { t } = useLingui()
  const { gift = 0, pledge = 0, ask = 0, claim = 0, undo = 0 } = kinds
  const parts = [
    gift > 0 && t`${gift} paid`,
    pledge > 0 && t`${pledge} pledged`,
    ask > 0 && t`${plural(ask, { one: '# does not say', other: '# do not say' })}`,
    claim > 0 && t`${claim} to look for`,
    undo > 0 && t`${undo} reversed`,
  ].filter((part) => part !== false)
  const rows = t`${plural(all, { one: '# row', other: '# rows' })}`
  return (
    <p className="figures">
      <b>
        {rows}, {moneyText(sum)}
      </b>
      {`: ${parts.join(', ')}`}
      {entered > 0 && (
        <span className="block text-muted">
          <Trans>
            {entered} entered, {left} left
          </Trans>
        </span>
      )}
    </p>
  )
}
