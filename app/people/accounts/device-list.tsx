import { Trans, useLingui } from '@lingui/react/macro'
import { Monitor, Smartphone, Tablet } from 'lucide-react'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Device } from './device.ts'

export type DeviceSeen = Device & { id: string; used: string; since: string; address: string | null; here: boolean }

const icons = { phone: Smartphone, tablet: Tablet, computer: Monitor }

/** The number of devices shown at once; the rest are folded. */
const most = 5

/** The devices a person is signed in on. Each but this one can be signed out here. */
export function DeviceList({ devices }: { devices: DeviceSeen[] }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const all = devices.length
  // A sixth line takes no more room than the link that would hide it.
  const shown = all > most + 1 ? most : all
  return (
    <>
      <Devices devices={devices.slice(0, shown)} />
      {devices.length > shown && (
        <details className="border-line border-t">
          <summary className="inline-flex min-h-11 items-center py-2 text-link">
            <Trans>Show all {all} devices</Trans>
          </summary>
          <Devices devices={devices.slice(shown)} />
        </details>
      )}
      <Form method="post" action="/settings/sign-out-everywhere" className="mt-4 grid gap-2 sm:justify-items-start">
        <Button variant="secondary" busy={busy} busyText={t`Signing out...`}>
          <Trans>Sign out everywhere</Trans>
        </Button>
        <p className="text-muted text-sm">
          <Trans>Signs out every device, this one too.</Trans>
        </p>
      </Form>
    </>
  )
}

const Devices = ({ devices }: { devices: DeviceSeen[] }) => (
  <ul className="divide-y divide-line">
    {devices.map((device) => (
      <DeviceLine key={device.id} device={device} />
    ))}
  </ul>
)

function DeviceLine({ device }: { device: DeviceSeen }) {
  const Icon = icons[device.kind]
  const { used, since, address } = device
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4 first:pt-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-well">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p id={`device-${device.id}`} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <DeviceName device={device} />
          {device.here && (
            <Badge tone="gain" dot>
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-muted text-sm">
          {device.here ? <Trans>In use now</Trans> : <Trans>Last used {used}</Trans>}
        </p>
        <p className="text-muted text-sm">
          {address ? (
            <Trans>
              Signed in {since}, from {address}
            </Trans>
          ) : (
            <Trans>Signed in {since}</Trans>
          )}
        </p>
      </div>
      {!device.here && <SignOut device={device} />}
    </li>
  )
}

function DeviceName({ device: { browser, system } }: { device: DeviceSeen }) {
  if (browser && system)
    return (
      <Trans>
        {browser} on {system}
      </Trans>
    )
  return browser || system || <Trans>Unknown device</Trans>
}

function SignOut({ device }: { device: DeviceSeen }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action="/settings/sign-out-session" className="max-sm:pl-15">
      <input type="hidden" name="device" value={device.id} />
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        busyText={t`Signing out...`}
        aria-describedby={`device-${device.id}`}
      >
        <Trans>Sign out</Trans>
      </Button>
    </Form>
  )
}
