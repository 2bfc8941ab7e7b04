import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import { type AskedPeriod, type PeriodStep, periodIn, type Range, steps } from './period.ts'

/** Money that came in and went back, in cents. */
export type RevenueSums = {
  /** Donations: their number and their sum. */
  gifts: number
  gross: number
  /** The platform's share of them. */
  fee: number
  /** The provider's fees for them. */
  providerFee: number
  /** Money that went back to donors, and the platform's part of it. */
  back: number
  feeBack: number
  /** View packages: money paid, money that went back, and the provider's fees. */
  sales: number
  salesBack: number
  salesProviderFee: number
  /** Shares withheld from withdrawals that were not declined, by the time of the request. */
  collected: number
}

export const none: RevenueSums = {
  gifts: 0,
  gross: 0,
  fee: 0,
  providerFee: 0,
  back: 0,
  feeBack: 0,
  sales: 0,
  salesBack: 0,
  salesProviderFee: 0,
  collected: 0,
}

/** Returns Revenue Sales: the shares that came in, less the refunded ones. */
export const revenueOf = ({ fee, feeBack }: Pick<RevenueSums, 'fee' | 'feeBack'>): number => fee - feeBack
/** Returns donations less the provider's fees and what went back. */
export const netRevenueOf = ({
  gross,
  providerFee,
  back,
}: Pick<RevenueSums, 'gross' | 'providerFee' | 'back'>): number => gross - providerFee - back
export const salesOf = ({ sales, salesBack }: Pick<RevenueSums, 'sales' | 'salesBack'>): number => sales - salesBack

/** The kinds of rows that the list can have. */
export const bys = [...steps, 'drive', 'channel'] as const
export type RevenueBy = (typeof bys)[number]
export const byWords: Record<RevenueBy, Words> = {
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
  drive: msg`Fund drive`,
  channel: msg`Channel`,
}
export const isStep = (by: RevenueBy): by is PeriodStep => (steps as readonly string[]).includes(by)

export const revenueChannels = ['online', 'mobile', 'other'] as const
export type RevenueChannel = (typeof revenueChannels)[number]
export const revenueChannelWords: Record<RevenueChannel, Words> = {
  online: msg`Online`,
  mobile: msg`Mobile`,
  other: msg`Other`,
}

export type RevenueAsked = AskedPeriod & {
  by: RevenueBy
  /** Words in the drive's title or address. */
  search: string
  channel: RevenueChannel | null
  page: number
}

/** Reads a report's filters from an address, tidied. */
export function askedIn(query: URLSearchParams): RevenueAsked {
  const page = Number(query.get('page'))
  return {
    ...periodIn(query),
    by: bys.find((one) => one === query.get('by')) ?? 'day',
    search: (query.get('search') ?? '').replaceAll('\0', '').trim().slice(0, 100),
    channel: revenueChannels.find((one) => one === query.get('channel')) ?? null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Writes the filters as an address's query, without defaults. */
export function queryOf({ by, search, channel, period, from, to }: Omit<RevenueAsked, 'page'>): string {
  const query = new URLSearchParams()
  if (from) query.set('from', from)
  if (to) query.set('to', to)
  if (!from && !to && period !== '30') query.set('period', period)
  if (search) query.set('search', search)
  if (channel) query.set('channel', channel)
  if (by !== 'day') query.set('by', by)
  return `?${query}`
}

/** A line of the list: a step of time, a drive or a channel. */
export type ReportRow = RevenueSums & {
  /** The first day of a step, the id of a drive, the name of a channel. */
  key: string
  title?: string | null
  slug?: string | null
}

/** A bar of the chart: the first day of its step, and cents. */
export type ReportMark = [start: string, value: number]

export type Report = {
  asked: RevenueAsked
  range: Range
  totals: RevenueSums
  /** The shares still to be collected, of all time. */
  uncollected: number
  rows: ReportRow[]
  marks: ReportMark[]
  /** The step of the rows, which may be wider than was asked; null where rows are no steps. */
  step: PeriodStep | null
  next: string | null
  page: number
  pages: number
}
