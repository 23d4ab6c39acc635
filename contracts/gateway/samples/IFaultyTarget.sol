// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Faulty target interface for calls through a forwarder
interface IFaultyTarget {
    function work(uint256 amount) external;
}
