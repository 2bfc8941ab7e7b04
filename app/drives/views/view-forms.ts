import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import type { DeviceType } from './report-view.ts'

const devices: DeviceType[] = ['mobile', 'tablet', 'desktop']

/** The body of track-view. A device we don't know is read from the user agent; a place is believed where we know none. */
export const trackForm = z.object({
  fund_drive_id: z.uuid(),
  device_type: z
    .string()
    .max(40)
    .nullish()
    .transform((said) => devices.find((one) => one === said?.toLowerCase())),
  location: z
    .string()
    .max(80)
    .nullish()
    .transform((said) => oneLine(said ?? '') || undefined),
})

/** The form that buys views. Its key tells a form that is sent twice from two; the price is the one that was shown. */
export const buyForm = z.object({
  package: z.uuid(),
  key: z.uuid().optional().catch(undefined),
  price: z.coerce.number().int().positive().optional().catch(undefined),
})
/** The body of create-subscription. */
export const createSubscriptionForm = z.object({ package_id: z.uuid(), fund_drive_id: z.uuid() })
