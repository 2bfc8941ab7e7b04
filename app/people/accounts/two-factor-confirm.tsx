import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { toast } from '#app/ui/toast.tsx'

type TwoFactorConfirmProps = { secret: string; uri: string; qr: string; first?: Answer }

/** The secret for the app, as a picture and as text, and the first code as proof that the app has it. */
export function TwoFactorConfirm({ secret, uri, qr, first }: TwoFactorConfirmProps) {
  const { t } = useLingui()
  // The page to continue to is in the address.
  const action = `/settings/two-factor/confirm${useLocation().search}`
  const busy = useNavigation().formAction === action
  return (
    <ol className="grid list-none gap-8">
      <li className="grid gap-4">
        <h2 className="text-xl">
          <Trans>1. Add Harambee to your app</Trans>
        </h2>
        <p className="text-muted">
          <Trans>
            Scan this picture with an authenticator app, or{' '}
            <a href={uri} className="text-link">
              open it in an app on this device
            </a>
            .
          </Trans>
        </p>
        <img
          src={qr}
          alt={t`QR code for your authenticator app`}
          width="220"
          height="220"
          className="rounded-control border border-line"
        />
        <div>
          <p className="text-muted text-sm">
            <Trans>Or type this secret into the app:</Trans>
          </p>
          <p
            data-testid="two-factor-secret"
            className="figures mt-1 max-w-sm break-words font-mono text-lg leading-relaxed"
          >
            {secret.match(/.{1,4}/g)!.join(' ')}
          </p>
          <CopySecret secret={secret} />
        </div>
      </li>
      <li className="grid gap-4">
        <h2 className="text-xl">
          <Trans>2. Type the code it shows</Trans>
        </h2>
        <Form method="post" action={action} className="grid gap-5">
          <Refused answer={first} />
          <Field name="code" label={<Trans>Code from your app</Trans>} answer={first} required>
            <Input
              key={first?.errors?.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9 ]{6,7}"
              title={t`Six digits`}
              maxLength={7}
              className="figures h-14 max-w-60 text-center text-2xl tracking-[0.3em]"
            />
          </Field>
          <Button busy={busy} busyText={t`Checking...`} className="justify-self-start">
            <Trans>Confirm</Trans>
          </Button>
        </Form>
      </li>
    </ol>
  )
}

function CopySecret({ secret }: { secret: string }) {
  const { t } = useLingui()
  const copy = async () => {
    const copied = await copyText(secret)
    await toast(copied ? { title: t`Secret copied`, tone: 'good' } : { title: t`Copying failed`, tone: 'bad' })
  }
  return (
    <Button
      type="button"
      variant="secondary"
      size="small"
      icon={<Copy aria-hidden="true" className="size-4" />}
      onClick={copy}
      className="needs-script mt-3"
    >
      <Trans>Copy secret</Trans>
    </Button>
  )
}
