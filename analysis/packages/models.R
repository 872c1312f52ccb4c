# R
