-- Apart from its first use: a new value can be used only when its transaction is over.
ALTER TYPE "enrollment_source" ADD VALUE 'desk';
