import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import type { useDeed } from '#app/ui/use-deed.tsx'

/** Of the list, not of the comment: a comment that was reported goes, and its visitor is thanked all the same. */
export type Report = Pick<ReturnType<typeof useDeed>, 'Form' | 'busy'>

/** Tells the organiser and us that a comment is improper. Folded, so that no thumb sends it by a slip. */
export function ReportButton({ slug, id, report: { Form, busy } }: { slug: string; id: number; report: Report }) {
  const { t } = useLingui()
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center rounded-control px-2 font-semibold text-muted hover:bg-well">
        <Trans>Report</Trans>
      </summary>
      <Form method="post" action={`/fundraiser/${slug}/comment/report`} className="pb-2">
        <input type="hidden" name="comment" value={id} />
        <Button size="small" variant="secondary" busy={busy} busyText={t`Sending...`}>
          <Trans>Report this comment</Trans>
        </Button>
      </Form>
    </details>
  )
}
