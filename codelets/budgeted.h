#pragma once
/* codelets/budgeted.h -- what the entropy budget keeps of an element. */

/* Changes of the integral of eta over the element, kg (entropy of unit specific heat). */
enum {
    BUDGETED_VOLUME,   /* volume terms, and entropy potentials at the faces: rounding       */
    BUDGETED_INTERIOR, /* half of what faces to elements of the same partition produce      */
    BUDGETED_HALO,     /* the same of faces to other partitions                             */
    BUDGETED_WALLS,    /* what walls produce                                                */
    BUDGETED_CORIOLIS, /* the Coriolis force: rounding                                      */
    NRATES,            /* so far: right-hand sides times Runge-Kutta weights; now measured: */
    BUDGETED_LAYER = NRATES, /* the absorbing layer                                         */
    BUDGETED_STAGES,   /* the stages of all steps                                           */
    BUDGETED_WHOLE,    /* from the first to the last state                                  */
    BUDGETED_SCALE,    /* moduli of the terms in volume and Coriolis                        */
    NBUDGETED
};

/** A compensated sum: changes of elements are large beside that of the whole. */
struct budgeted {
    long double high, low;
};

static inline void budgeted_add(struct budgeted *s, long double x)
{
    const long double sum = s->high + x, part = sum - s->high;
    s->low += (s->high - (sum - part)) + (x - part);
    s->high = sum;
}
