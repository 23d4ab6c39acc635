// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title How an app gateway sees a faulty target, through its forwarder
interface IFaultyTarget {
    function work(uint256 amount) external;
}
