import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

/** Asks for the address of a video. Opened by its own address, so that it works without a script, too. */
export function AddVideo({ base, first }: { base: string; first?: Answer }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { Form, busy, answer = first } = useDeed()
  return (
    <Dialog
      open
      onClose={() => void navigate(base, { replace: true, preventScrollReset: true })}
      closeTo={base}
      title={<Trans>Add Video</Trans>}
      text={<Trans>From YouTube, Vimeo, TikTok or Facebook, or an .mp4 or .webm file on the web.</Trans>}
    >
      <Form method="post" action={`${base}/add`} className="grid gap-5">
        <Field label={<Trans>Video URL</Trans>} name="url" answer={answer} required>
          <Input inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        </Field>
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Adding...`}>
            <Trans>Add Video</Trans>
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
