import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { smsDoor } from '#app/platform/sms/texter.server.ts'

/** Whether texts go to phones, and the address where their gateway reports. Only administrators may see the address. */
export const textsNow = () => {
  const are = textsAre(settings)
  return { are, hook: are === 'sent' ? `${publicAddress()}/hooks/sms/${smsDoor(settings.AUTH_SECRET!)}` : null }
}
export type TextsNow = ReturnType<typeof textsNow>
