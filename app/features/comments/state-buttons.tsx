import { Trans } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { OwnComment } from './comment.ts'

/** What the owner can do with a comment: show it to everybody, or to nobody. */
export function StateButtons({ slug, comment: { id, state } }: { slug: string; comment: OwnComment }) {
  const { Form, busy } = useDeed()
  if (useReadOnly()) return null
  return (
    <Form method="post" action={`/fund-drive/${slug}/comments/state`} className="flex flex-wrap gap-2">
      <input type="hidden" name="comment" value={id} />
      {state !== 'shown' && (
        <Button
          size="small"
          variant={state === 'hidden' ? 'secondary' : 'primary'}
          name="state"
          value="shown"
          busy={busy}
        >
          {state === 'hidden' ? <Trans>Show</Trans> : <Trans>Approve</Trans>}
        </Button>
      )}
      {state !== 'hidden' && (
        <Button size="small" variant="secondary" name="state" value="hidden" busy={busy}>
          <Trans>Hide</Trans>
        </Button>
      )}
    </Form>
  )
}
