import { chosen } from '#app/platform/choices.server.ts'
import { household, type Limit } from '#app/platform/limits.server.ts'

/** Requests to a phone that came to nothing: nobody is to be rung all day by people who type another's number. */
export const phoneLimits = (phone: string): Limit[] => [
  { name: 'prompt-phone', key: phone, times: 3, seconds: 600 },
  { name: 'prompt-phone-day', key: phone, times: 6, seconds: 86_400 },
]

/** With those from one network. */
export const promptLimits = (phone: string, address: string): Limit[] => [
  ...phoneLimits(phone),
  { name: 'prompt-network', key: household(address), times: chosen('PROMPTS_IN_TEN_MINUTES'), seconds: 600 },
]

/** Claims from one network, and of one code: its three digits are not to be found by trying. */
export const claimLimits = (address: string, receipt: string): Limit[] => [
  { name: 'claim-network', key: household(address), times: 5, seconds: 3600 },
  { name: 'claim-code', key: receipt, times: 10, seconds: 86_400 },
]
