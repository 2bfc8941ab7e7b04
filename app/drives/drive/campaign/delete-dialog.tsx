import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

type DeleteDialogProps = { slug: string; title: string; first?: Answer }

/** Asks whether it is meant. Has an address of its own, so it opens without a script too. */
export function DeleteDriveDialog({ slug, title, first }: DeleteDialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { Form, busy, answer = first } = useDeed()
  const back = `/fund-drive/${slug}/settings`
  return (
    <AlertDialog
      open
      onClose={() => void navigate(back, { replace: true, preventScrollReset: true })}
      closeTo={back}
      title={<Trans>Delete this fund drive?</Trans>}
      text={
        <Trans>
          Its page, pictures, comments and visits will be deleted permanently, and links to it will stop working. Nobody
          else can use its address.
        </Trans>
      }
      cancelText={<Trans>Keep it</Trans>}
      confirm={null}
    >
      <Form method="post" action={`${back}/delete`} className="grid gap-4">
        {answer && !answer.ok && answer.says && (
          <Notice tone="stop" title={answer.says.title}>
            {answer.says.text}
          </Notice>
        )}
        <p dir="auto" className="font-bold font-display text-lg wrap-anywhere">
          {title}
        </p>
        <Checkbox name="sure" label={<Trans>Yes, I want to delete it permanently</Trans>} answer={answer} required />
        <Button variant="danger" wide busy={busy} busyText={t`Deleting...`}>
          {t`Delete fund drive`}
        </Button>
      </Form>
    </AlertDialog>
  )
}
