#pragma once

#include <span>

#include <opencv2/core/mat.hpp>

#include "vision/codes/frame.h"
#include "vision/codes/locate.h"

namespace crossdock::vision::codes {

/// A linear code laid out straight: each row is the mean over a band of the code along its bars, which takes out noise and leaves the
/// bars as sharp as they are; the columns run in the reading direction, several samples a pixel.
struct Strip {
  cv::Mat rows;  ///< CV_32F, bands x samples, brightness 0..255
  double samples_per_pixel = 1;
  Frame frame;  ///< from the strip's columns and rows to the picture's pixels
};

/// Cuts a strip out of the grey picture (CV_8U) with some margin at both ends for the quiet zones. Within each band the rows are
/// shifted against each other until the mean is sharpest, so the bars need not be quite parallel to the region's sides.
Strip CutStrip(const cv::Mat& grey, const LinearRegion& region);

/// The region turned straight without averaging: a row per 1/scale pixels along the bars, `scale` samples a pixel.
Strip CutStraight(const cv::Mat& grey, const LinearRegion& region, double scale);

/// Each sample between the darkest and the brightest of its surroundings (about `window` samples), as 0..255: shadows and glare go.
cv::Mat EvenContrast(const cv::Mat& rows, int window);

/// Unsharp mask along the rows: x + amount (x - gauss(x, sigma)), sigma in samples.
cv::Mat SharpenAlong(const cv::Mat& rows, double sigma, double amount);

/// Changes between clearly dark and clearly bright along a row.
int CountEdges(std::span<const float> row);

/// How many neighbouring bands show the same pattern (correlation above one half, displaced by at most `reach` samples) with at least
/// `least_edges` edges: bars go on from band to band, text and texture do not.
int CountAlikeBands(const cv::Mat& even, int reach, int least_edges);

/// CV_8U, clipped.
cv::Mat ToBytes(const cv::Mat& rows);

}  // namespace crossdock::vision::codes
