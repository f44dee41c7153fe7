#pragma once
/* base/budget.h -- the parts of the entropy budget, in the order of every table and file. */
enum budget_part_of {
    BUDGET_VOLUME,     /* zero but for rounding                                          */
    BUDGET_INTERIOR,   /* faces inside of partitions                                     */
    BUDGET_HALO,       /* faces between partitions                                       */
    BUDGET_WALLS,
    BUDGET_CORIOLIS,   /* zero but for rounding                                          */
    BUDGET_LAYER,      /* the absorbing layer                                            */
    BUDGET_INTEGRATOR, /* what stages changed beyond these rates: order dt^4             */
    NBUDGET
};
