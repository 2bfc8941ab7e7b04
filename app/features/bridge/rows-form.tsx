import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { methodWords } from '../recorded/recorded.ts'
import { methods } from './approved.ts'
import { RowCard } from './row-card.tsx'
import { proposalWords } from './says.ts'
import { isOpen, type ShownRows } from './shown.ts'

type RowsFormProps = { slug: string; shown: ShownRows; first: Answer | undefined }

/** The rows of a paste, to correct and to tick. */
export function RowsForm({ slug, shown, first }: RowsFormProps) {
  const { t } = useLingui()
  const { id, rows, page, pages, open, undone } = shown
  const { Form, busy, answer = first } = useDeed()
  const fields = useRef<HTMLDivElement>(null)
  const at = `/fund-drive/${slug}/bridge/rows?paste=${id}`
  const edits = useEdits(shown, answer)
  const keep = () => edits.keep(fields.current?.closest('form'))
  const tickClear = () => {
    for (const box of fields.current?.querySelectorAll<HTMLInputElement>('input[data-clear]') ?? []) box.checked = true
    keep()
  }
  if (undone) return <Notice title={<Trans>This paste was taken back.</Trans>} />
  return (
    <Form method="post" action={`${at}&page=${page}`} noValidate className="grid gap-4">
      <input type="hidden" name="paste" value={id} />
      {open === 0 && rows.length > 0 && <AllEntered slug={slug} />}
      {rows.some(({ state, method }) => isOpen(state) && method === null) && <MethodField answer={answer} />}
      <div ref={fields} onChange={keep} className="grid gap-3">
        {rows.map((row) => (
          <RowCard key={row.nr} row={row} typed={edits.typed} answer={answer} />
        ))}
      </div>
      {open > 0 && (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-line border-t bg-paper py-3">
          <EnterButton ticked={edits.ticked} busy={busy} />
          <Button type="button" variant="secondary" className="needs-script" onClick={tickClear}>
            <Trans>Tick all rows without a mark</Trans>
          </Button>
        </div>
      )}
      {pages > 1 && (
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
      )}
    </Form>
  )
}

/** Lists seldom say of each line how it was given: it is asked once, and nothing is chosen beforehand. */
function MethodField({ answer }: { answer: Answer | undefined }) {
  const { i18n } = useLingui()
  return (
    <Field
      label={<Trans>How was it given?</Trans>}
      name="method"
      answer={answer}
      hint={<Trans>For all rows that don’t say it. Where one differs, change it at that row.</Trans>}
      className="max-w-md"
    >
      <Select defaultValue="">
        <option value="">{i18n._(proposalWords.ask)}</option>
        {methods.map((method) => (
          <option key={method} value={method}>
            {i18n._(methodWords[method])}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Nothing is left to tick: where one goes from here. */
const AllEntered = ({ slug }: { slug: string }) => (
  <Notice tone="gain" title={<Trans>All rows of this paste are entered</Trans>}>
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

/** What was typed on each page of the rows: a person who looks at another page loses none of it. */
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
