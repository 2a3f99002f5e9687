import { expect, test } from 'vitest'
import { parseOrderQuery } from './order-query'

test.for([
  ['4711', { number: 4711 }],
  [' #4711 ', { number: 4711 }],
  ['٤٧١١', { number: 4711 }],
  ['#123456789', { number: 123456789 }],
  ['123456', { number: 123456 }],
  ['1234567', { number: 1234567, phone: '1234567' }],
  ['٥٠١٢٣٤٥٦', { number: 50123456, phone: '50123456' }],
  ['#50123456', { number: 50123456 }],
  ['5012 3456', { phone: '5012 3456' }],
  ['501234567', { phone: '501234567' }],
  ['+1 (202) 555-0123', { phone: '+1 (202) 555-0123' }],
  ['2025550123', { phone: '2025550123' }],
  ['0301234', { phone: '0301234' }],
  ['٠٣٠١٢٣٤', { phone: '0301234' }],
  ['', undefined],
  ['Asha', undefined],
  ['0', undefined],
  ['#99999999999999999999', undefined],
] as const)('ORD-03 %s is looked for as %o', ([typed, wanted]) => {
  expect(parseOrderQuery(typed)).toEqual(wanted)
})
