// JSON from WebAssembly or the server, whose declarations say what it holds.

declare const held: unique symbol;

/** JSON text that holds a `Value`. */
export type Json<Value> = string & { readonly [held]: Value };

export function parse<Value>(json: Json<Value>): Value {
  return JSON.parse(json) as Value;
}
