// A small checker of JSON forms: every key that the type names, of its kind, and no key beyond.

export type Check = (value: unknown, path: string) => void;

/** The type says which keys must be described; a key forgotten or invented does not compile. */
export function object<Type>(keys: { [Key in keyof Type]-?: Check }): Check {
  return (value, path) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${path} is no object`);
    const extra = Object.keys(value).filter((key) => !(key in keys));
    if (extra.length > 0) throw new Error(`${path} has ${extra.join(", ")}, which no type names`);
    for (const [key, check] of Object.entries<Check>(keys)) {
      check((value as Record<string, unknown>)[key], `${path}.${key}`);
    }
  };
}

export function array(each: Check, length?: number): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw new Error(`${path} is no array`);
    if (length !== undefined && value.length !== length) throw new Error(`${path} has ${value.length} of ${length}`);
    value.forEach((item, index) => each(item, `${path}[${index}]`));
  };
}

export function record(key: RegExp, each: Check): Check {
  return (value, path) => {
    if (typeof value !== "object" || value === null) throw new Error(`${path} is no object`);
    for (const [name, item] of Object.entries(value)) {
      if (!key.test(name)) throw new Error(`${path} has the odd key ${name}`);
      each(item, `${path}.${name}`);
    }
  };
}

export function nullable(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path);
  };
}

/** A field that may be missing. */
export function optional(check: Check): Check {
  return (value, path) => {
    if (value !== undefined) check(value, path);
  };
}

export function text(pattern = /.*/s): Check {
  return (value, path) => {
    if (typeof value !== "string" || !pattern.test(value)) throw new Error(`${path} is ${JSON.stringify(value)}`);
  };
}

export function oneOf<Value>(...values: readonly Value[]): Check {
  return (value, path) => {
    if (!values.some((each) => each === value)) throw new Error(`${path} is ${JSON.stringify(value)}`);
  };
}

export const number: Check = (value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Error(`${path} is no number`);
};

export const boolean: Check = (value, path) => {
  if (typeof value !== "boolean") throw new Error(`${path} is not true or false`);
};
