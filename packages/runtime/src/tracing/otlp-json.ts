import type { Attributes, AttributeValue, SpanContext } from '@opentelemetry/api';

/** Bits of OTLP's flags: whether it is known that the parent, or what a link leads to, is remote; and that it is. */
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** So many values of an attribute, no longer than this, are kept as text: most attributes have few, which come again. */
const KEPT_VALUES = 200;
const KEPT_LENGTH = 200;
const kept = new Map<string, Map<AttributeValue, string>>();

/** A list of attributes. */
export function attributesText(attributes: Attributes): string {
  let text = '';
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined)
      text += text === '' ? attributeText(key, value) : `,${attributeText(key, value)}`;
  }
  return `[${text}]`;
}

function attributeText(key: string, value: AttributeValue): string {
  let values = kept.get(key);
  if (values === undefined) {
    values = new Map();
    kept.set(key, values);
  }
  // Of an attribute with so many values none comes again soon.
  if (values.size >= KEPT_VALUES) return keyAndValue(key, value);
  let text = values.get(value);
  if (text === undefined) {
    text = keyAndValue(key, value);
    if (text.length <= KEPT_LENGTH && typeof value !== 'object') values.set(value, text);
  }
  return text;
}

function keyAndValue(key: string, value: AttributeValue): string {
  return JSON.stringify({ key, value: anyValue(value) });
}

function anyValue(value: AttributeValue | null | undefined): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'number':
      return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
    case 'boolean':
      return { boolValue: value };
    default:
      return Array.isArray(value) ? { arrayValue: { values: value.map(anyValue) } } : {};
  }
}

/** The flags of a span with its parent, or of a link with what it leads to. */
export function flagsOf(traceFlags: number, other: SpanContext | undefined): number {
  return (traceFlags & 0xff) | HAS_IS_REMOTE | (other?.isRemote === true ? IS_REMOTE : 0);
}

/** One link. */
export function linkText(context: SpanContext): string {
  const { traceId, spanId, traceFlags } = context;
  return `{"traceId":"${traceId}","spanId":"${spanId}","flags":${flagsOf(traceFlags, context)}}`;
}
