import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { approvedIn, pasteIdForm, rowsForm } from '#app/group/pasted-lists/approved.ts'
import { enterRows, openRows } from '#app/group/pasted-lists/enter.server.ts'
import { collectorsOf, pasteOf } from '#app/group/pasted-lists/paste.server.ts'
import { enteredSays, type LeftOut, pastedListTexts, rowReasonWords } from '#app/group/pasted-lists/pasted-list.ts'
import { RowsForm, SumLines } from '#app/group/pasted-lists/rows-form.tsx'
import { shownPaste } from '#app/group/pasted-lists/shown.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { shortDayIn } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
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
          Only the rows that you tick are entered. They count apart: this money did not pass through Harambee.
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
