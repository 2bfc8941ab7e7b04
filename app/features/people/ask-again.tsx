import { useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

/** Has an email sent once more to an address that was typed before. */
export function AskAgain({ deed, email }: { deed: string; email: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useDeed()
  return (
    <Form method="post" action={deed} className="grid gap-2">
      <input type="hidden" name="email" value={email} />
      <Button variant="secondary" size="small" busy={busy} busyText={t`Sending...`}>
        {t`Send again`}
      </Button>
      {answer && !answer.ok && <p className="text-sm text-stop">{answer.says?.title}</p>}
    </Form>
  )
}
